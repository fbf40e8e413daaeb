# The port to take spans at; where `CONFIG` names another configuration, it is that one.
HTTP_PORT=$1 exec ./server --config "${CONFIG:-config.yaml}"
