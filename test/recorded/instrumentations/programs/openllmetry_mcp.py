"""OpenLLMetry on the Model Context Protocol: this program is the client and, with `server`, the server."""

import asyncio
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from opentelemetry.instrumentation.mcp import McpInstrumentor

from shop import create_provider

provider = create_provider()
McpInstrumentor().instrument()


async def client():
    parameters = StdioServerParameters(
        command=sys.executable, args=[__file__, "server"], env=dict(os.environ)
    )
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        await session.list_tools()
        print(await session.call_tool("find_order", {"number": 17}))


def server():
    from mcp.server.fastmcp import FastMCP

    app = FastMCP("orders")

    @app.tool()
    def find_order(number: int) -> str:
        """Finds an order by its number."""
        return f"order {number} is on its way"

    app.run()


if "server" in sys.argv:
    server()
else:
    asyncio.run(client())
provider.shutdown()
