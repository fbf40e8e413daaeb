#!/bin/sh
# Keycloak for development on 127.0.0.1, with the realms beside this file and nothing left of an earlier run. The second port is not needed.
set -e
rm -rf data
mkdir -p data/import
cp interop.json strict.json data/import
# Little memory and quick to start: it serves one browser.
export JAVA_OPTS_KC_HEAP='-Xms64m -Xmx400m' JAVA_OPTS_APPEND='-XX:TieredStopAtLevel=1'
exec bin/kc.sh start-dev --http-host=127.0.0.1 --http-port="$1" --import-realm
