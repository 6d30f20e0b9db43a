// Runs before each file of component tests: cleans up after every test, and waits long enough on a busy machine.
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

configure({ asyncUtilTimeout: 5000 });
afterEach(cleanup);
