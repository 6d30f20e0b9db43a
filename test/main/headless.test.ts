// The engine's own command line: a token file that cannot be read stops the start, before anything listens.
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { main } from "../../src/main/headless.ts";
import { temporaryDirectory } from "../support/temporary.ts";

describe("serve", () => {
  afterEach(() => vi.restoreAllMocks());

  test("does not start without the token it was told to demand", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const folder = temporaryDirectory();
    const code = await main(["--port", "0", "--data-dir", folder, "--token-file", join(folder, "token")]);
    expect(code).toBe(1);
    expect(said).toHaveBeenCalledWith(expect.stringContaining("The token cannot be read"));
  });
});
