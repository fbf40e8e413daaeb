"""langgraph-api: the server behind `langgraph dev`, with one graph."""

import os
import sys

os.environ['LANGSMITH_TRACING'] = 'false'
os.environ['DO_NOT_TRACK'] = '1'
from langgraph_api.cli import run_server  # noqa: E402

graph = os.path.join(os.path.dirname(__file__), 'graph.py')
run_server('127.0.0.1', int(sys.argv[1]), graphs={'lisbon': f'{graph}:graph'}, n_jobs_per_worker=4, allow_blocking=True)
