// A short text that the editor shows between or instead of characters of the document.
import { WidgetType } from "@codemirror/view";

export class TextWidget extends WidgetType {
  readonly className: string;
  readonly text: string;

  constructor(className: string, text: string) {
    super();
    this.className = className;
    this.text = text;
  }

  override eq(other: TextWidget): boolean {
    return other.className === this.className && other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = this.className;
    element.textContent = this.text;
    return element;
  }
}
