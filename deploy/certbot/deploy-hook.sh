#!/bin/sh
# Hands a certificate of certbot to AASA Origin, and has the server load it.
#
# certbot runs it after each issuance and renewal, see README.md beside it. The chain and the
# key go into one file, which is put in place as a whole; the server serves the old one until
# it has loaded the new one, and goes on with the old one when it refuses the new one.
#
# environment:
#   RENEWED_LINEAGE      the directory of the certificate; set by certbot
#   AASA_ORIGIN          the command to run (default aasa-origin)
#   AASA_ORIGIN_CONFIG   the configuration (default /etc/aasa-origin/aasa-origin.yaml)
#   AASA_ORIGIN_TLS      where the file goes (default /etc/aasa-origin/tls)
#   AASA_ORIGIN_GROUP    a group that may read it, which the user of the server is in
set -eu
umask 077

: "${RENEWED_LINEAGE:?is set by certbot, which runs this script}"
directory=${AASA_ORIGIN_TLS:-/etc/aasa-origin/tls}
name=$(basename -- "$RENEWED_LINEAGE")
# No pattern such as *.pem matches it.
new=$directory/.$name.$$

trap 'rm -f -- "$new"' EXIT
trap 'exit 130' INT TERM
cat -- "$RENEWED_LINEAGE/fullchain.pem" "$RENEWED_LINEAGE/privkey.pem" >"$new"
if [ -n "${AASA_ORIGIN_GROUP:-}" ]; then
    chgrp -- "$AASA_ORIGIN_GROUP" "$new"
    chmod 0640 -- "$new"
fi
mv -f -- "$new" "$directory/$name.pem"

"${AASA_ORIGIN:-aasa-origin}" reload \
    --config "${AASA_ORIGIN_CONFIG:-/etc/aasa-origin/aasa-origin.yaml}"
