"""The example of the A2G document, as printed there, with this package's name."""

import asyncio

from gatehouse_sdk import GovernanceClient, Manifest


async def execute_with_manifest(manifest: Manifest | None) -> dict[str, int]:
    """The agent's own work."""
    assert manifest is not None
    return {"bytes_written": 5}


async def main() -> None:
    gov = GovernanceClient("ws://localhost:3000")

    # Register agent
    await gov.register(agent_did="did:aeon:myagent:1.0:abc123", capabilities=["write_file", "read_file"])

    # Request permission
    verdict = await gov.request_intent(tool="write_file", arguments={"path": "/tmp/test.txt", "content": "Hello"})

    if verdict.approved:
        # Execute with capability manifest
        result = await execute_with_manifest(verdict.manifest)
        await gov.report(verdict.intent_id, status="SUCCESS", result=result)
    else:
        print(f"Denied: {verdict.reason}")

    await gov.close()


if __name__ == "__main__":
    asyncio.run(main())
