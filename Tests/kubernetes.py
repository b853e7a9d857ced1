"""Reads objects of Kubernetes as YAML from standard input, and prints them as JSON.

With a version of Kubernetes as the argument it checks them against the schemas of their kinds
instead, prints a line for each field that is missing, unknown or of a wrong type, and ends
with 1 when there is one. Kinds of `without_schema` are passed over: nobody packages theirs.
"""

import json
import sys

import yaml

without_schema = {"Gateway", "HTTPRoute", "TLSRoute"}


def lost(given, kept, path):
    """Yields the paths of fields that a model did not keep, since it does not know them."""
    if isinstance(given, dict):
        for key, value in given.items():
            if not isinstance(kept, dict) or key not in kept:
                yield f"{path}.{key}: unknown field"
            else:
                yield from lost(value, kept[key], f"{path}.{key}")
    elif isinstance(given, list):
        for index, value in enumerate(given):
            yield from lost(value, kept[index], f"{path}[{index}]")


def mistakes(thing, version):
    """Yields what is wrong with an object, in words."""
    # They take seconds to load.
    import kubernetes_validate
    from cloudcoil.models.cert_manager.v1 import Certificate
    from cloudcoil.models.prometheus_operator.v1 import ServiceMonitor

    models = {"Certificate": Certificate, "ServiceMonitor": ServiceMonitor}
    kind = thing["kind"]
    try:
        if kind in models:
            model = models[kind].model_validate(thing)
            kept = model.model_dump(mode="json", by_alias=True, exclude_unset=True)
            yield from lost(thing, kept, kind)
        elif kind not in without_schema:
            kubernetes_validate.validate(thing, version, strict=True)
    except Exception as error:
        yield f"{kind}: {getattr(error, 'message', error)}"


things = [thing for thing in yaml.load_all(sys.stdin, yaml.CSafeLoader) if thing]
if len(sys.argv) == 1:
    json.dump(things, sys.stdout)
    sys.exit()
found = [mistake for thing in things for mistake in mistakes(thing, sys.argv[1])]
print("\n".join(found))
sys.exit(1 if found else 0)
