# The ports to take spans at, and to answer queries at.
HTTP_PORT=$1 QUERY_PORT=$2 exec ./server --config config.yaml
