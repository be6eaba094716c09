/** The little of S3's XML that we read. */
import { Parser } from "htmlparser2";

export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** The root element; undefined where the text is no XML. */
export function parseXml(text: string): XmlElement | undefined {
  interface Open {
    name: string;
    text: string;
    children: Open[];
  }
  const top: Open = { name: "", text: "", children: [] };
  const open = [top];
  const parser = new Parser(
    {
      onopentag(name) {
        const element: Open = { name, text: "", children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      ontext(data) {
        const element = open.at(-1);
        if (element) element.text += data;
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return top.children[0];
}

export const childText = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.children.find((child) => child.name === name)?.text;
