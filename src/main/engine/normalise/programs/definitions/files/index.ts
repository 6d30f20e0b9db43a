// Definitions of programs that work on files.
import type { Definition } from "../../definition.ts";
import { copy } from "./copy.ts";
import { remove } from "./delete.ts";
import { find } from "./find.ts";
import { list } from "./list.ts";
import { permissions } from "./permissions.ts";
import { read } from "./read.ts";
import { write } from "./write.ts";

export const files: readonly Definition[] = [...copy, ...find, ...list, ...permissions, ...read, ...remove, ...write];
