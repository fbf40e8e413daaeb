"""fasta2a of any version: its own broker and storage, a worker of ours, JSON-RPC at /."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fasta2a import FastA2A
from fasta2a.broker import InMemoryBroker
from fasta2a.storage import InMemoryStorage
from worker import Interop

port = int(sys.argv[1])
storage = InMemoryStorage()
broker = InMemoryBroker()
worker = Interop(broker=broker, storage=storage)


@asynccontextmanager
async def lifespan(app: FastA2A) -> AsyncIterator[None]:
    async with app.task_manager, worker.run():
        yield


app = FastA2A(
    storage=storage,
    broker=broker,
    name='Interop agent',
    url=f'http://127.0.0.1:{port}/',
    version='1.0.0',
    description='Answers as it is told to.',
    skills=[
        {
            'id': 'interop',
            'name': 'Interop',
            'description': 'Echoes, counts, asks, waits.',
            'tags': ['test'],
            'input_modes': ['text/plain'],
            'output_modes': ['text/plain'],
        }
    ],
    lifespan=lifespan,
)
uvicorn.run(app, host='127.0.0.1', port=port, log_level='warning')
