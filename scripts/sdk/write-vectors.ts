// `npm run sdk:vectors`: writes the test vectors of the SDKs into sdk/vectors.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../project.ts";
import { sdkVectors } from "./vectors/index.ts";

for (const [name, text] of sdkVectors()) writeFileSync(join(projectRoot, "sdk/vectors", name), text);
