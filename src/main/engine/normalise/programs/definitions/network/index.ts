// Definitions of programs that talk to other machines.
import type { Definition } from "../../definition.ts";
import { connect } from "./connect.ts";
import { ssh } from "./ssh.ts";
import { web } from "./web.ts";

export const network: readonly Definition[] = [...connect, ...ssh, ...web];
