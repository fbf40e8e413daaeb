"""What the agents of every a2a-sdk have in common."""

from typing import Any

import uvicorn

SKILL = {'id': 'interop', 'name': 'Interop', 'description': 'Echoes, counts, asks, waits.', 'tags': ['test']}


async def serve(app: Any, port: int, grpc_server: Any, grpc_port: int) -> None:
    """HTTP and gRPC side by side until the process ends."""
    grpc_server.add_insecure_port(f'127.0.0.1:{grpc_port}')
    await grpc_server.start()
    await uvicorn.Server(uvicorn.Config(app, host='127.0.0.1', port=port, log_level='warning')).serve()
