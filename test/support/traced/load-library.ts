// Run by a test in a network of its own: loads the ONNX runtime as a program does that knows nothing of its telemetry.
import { join } from "node:path";
import { InferenceSession } from "onnxruntime-node";
import { minute } from "../../../src/shared/lib/clock.ts";
import { projectRoot } from "../../../scripts/project.ts";

const session = await InferenceSession.create(join(projectRoot, "resources/models/risk.onnx"));
console.log(session.inputNames.join(" "));
// The library takes some seconds before it asks for its vendor's server; the test ends this when it has seen that.
setTimeout(() => process.exit(), minute);
