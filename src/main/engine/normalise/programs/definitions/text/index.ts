// Definitions of programs that search and change text.
import type { Definition } from "../../definition.ts";
import { filter } from "./filter.ts";
import { search } from "./search.ts";
import { sed } from "./sed.ts";

export const text: readonly Definition[] = [...filter, ...search, ...sed];
