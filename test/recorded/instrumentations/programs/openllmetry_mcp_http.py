"""As openllmetry_mcp.py, over HTTP: the server is a separate process, ended by a signal after the calls."""

import asyncio
import signal
import socket
import subprocess
import sys
import time

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client
from opentelemetry import trace
from opentelemetry.instrumentation.mcp import McpInstrumentor

from shop import create_provider

port = 18020
provider = create_provider()
McpInstrumentor().instrument()


async def client():
    with trace.get_tracer("shop").start_as_current_span("answer"):
        async with (
            streamablehttp_client(f"http://127.0.0.1:{port}/mcp") as (read, write, _),
            ClientSession(read, write) as session,
        ):
            await session.initialize()
            await session.list_tools()
            print(await session.call_tool("find_order", {"number": 17}))


def server():
    from mcp.server.fastmcp import FastMCP

    app = FastMCP("orders", host="127.0.0.1", port=port)

    @app.tool()
    def find_order(number: int) -> str:
        """Finds an order by its number."""
        return f"order {number} is on its way"

    app.run(transport="streamable-http")


def wait_until_listening():
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.1)


try:
    if "server" in sys.argv:
        server()
    else:
        serving = subprocess.Popen([sys.executable, __file__, "server"])
        wait_until_listening()
        asyncio.run(client())
        serving.send_signal(signal.SIGINT)
        serving.wait()
except KeyboardInterrupt:
    pass
finally:
    provider.shutdown()
