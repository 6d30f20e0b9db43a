// Whether a text is a valid CycloneDX document, by the schema of its authors.
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";

/** What is wrong with it; null when nothing is. */
export function cyclonedxFaults(text: string): Promise<unknown> {
  return new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
}
