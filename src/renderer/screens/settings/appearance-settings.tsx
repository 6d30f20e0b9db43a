// How the console looks, on this machine and for this person. Nothing of it is a decision, so nothing is recorded.
import { type Appearance, changeAppearance, useAppearance } from "../../appearance.ts";
import { Segmented } from "../../components/segmented.tsx";
import { Row } from "./row.tsx";

const themes: readonly { readonly value: Appearance["theme"]; readonly label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

const contrasts: readonly { readonly value: Appearance["contrast"]; readonly label: string }[] = [
  { value: "system", label: "As the system" },
  { value: "more", label: "High" },
];

export function AppearanceSettings() {
  const { theme, contrast } = useAppearance();
  return (
    <>
      <Row label="Theme" effect="Light or dark, or whatever the system has.">
        <Segmented
          label="Theme"
          value={theme}
          segments={themes}
          onChange={(value) => changeAppearance({ theme: value })}
        />
      </Row>
      <Row
        label="Contrast"
        effect="High contrast draws stronger lines and text. Motion is reduced wherever the system asks for it."
      >
        <Segmented
          label="Contrast"
          value={contrast}
          segments={contrasts}
          onChange={(value) => changeAppearance({ contrast: value })}
        />
      </Row>
    </>
  );
}
