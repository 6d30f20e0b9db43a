// How the console looks, on this machine and for this person. Nothing of it is a decision, so nothing is recorded.
import { type Appearance, changeAppearance, useAppearance } from "../../state/appearance.ts";
import { Segmented } from "../../components/segmented.tsx";
import { Row } from "./row.tsx";
import { appearanceSettings as labels } from "../../labels/settings.ts";

const themes: readonly { readonly value: Appearance["theme"]; readonly label: string }[] = [
  { value: "system", label: labels.asTheSystem },
  { value: "light", label: labels.light },
  { value: "dark", label: labels.dark },
];

const contrasts: readonly { readonly value: Appearance["contrast"]; readonly label: string }[] = [
  { value: "system", label: labels.asTheSystem },
  { value: "more", label: labels.high },
];

export function AppearanceSettings() {
  const { theme, contrast } = useAppearance();
  return (
    <>
      <Row label={labels.theme} effect={labels.themeEffect}>
        <Segmented
          label={labels.theme}
          value={theme}
          segments={themes}
          onChange={(value) => changeAppearance({ theme: value })}
        />
      </Row>
      <Row label={labels.contrast} effect={labels.contrastEffect}>
        <Segmented
          label={labels.contrast}
          value={contrast}
          segments={contrasts}
          onChange={(value) => changeAppearance({ contrast: value })}
        />
      </Row>
    </>
  );
}
