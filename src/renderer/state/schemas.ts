// Imported first: schemas must not be turned into code, which the content security policy forbids and reports when tried.
import { config } from "zod";

config({ jitless: true });
