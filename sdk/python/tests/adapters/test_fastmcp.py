"""FastMCP: a server with governed tools, called by the framework's own client."""

from __future__ import annotations

from fastmcp import Client, FastMCP

from gatehouse_sdk.adapters.fastmcp import GatehouseMiddleware

from common import AdapterTest, Cases


class FastMcp(Cases, AdapterTest):
    async def drive(self, command: str) -> str:
        server: FastMCP[None] = FastMCP("tools")

        @server.tool
        def execute_command(command: str) -> str:
            return self.execute(command)

        async with self.client() as gov:
            server.add_middleware(GatehouseMiddleware(gov))
            async with Client(server) as client:
                result = await client.call_tool("execute_command", {"command": command}, raise_on_error=False)
                return str(result.content[0].text)

    async def test_a_failure_is_reported(self) -> None:
        self.assertIn("no space left", await self.drive("make fail"))
        self.assertEqual(self.reports(), ["FAILURE"])
