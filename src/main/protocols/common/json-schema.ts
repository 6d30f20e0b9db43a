// JSON in a message. It was read from JSON text, so that nobody has to walk through it again to know that it is JSON.
import { z } from "zod";
import { isJsonObject, type Json, type JsonObject } from "../../../shared/lib/json.ts";

export const jsonSchema = z.custom<Json>((value) => value !== undefined, "A value is needed");
export const jsonObjectSchema = z.custom<JsonObject>(isJsonObject, "Expected an object");
