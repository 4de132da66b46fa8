/** The language that a request is written in. */
import { LOCALES } from '@halcyon/domain/web';

/** The code of the first language of an `Accept-Language` header that we have; '' = it names none. */
export function languageOf(header: string | undefined): string {
  for (const part of (header ?? '').slice(0, 200).split(',')) {
    const tag = (part.split(';', 1)[0] ?? '').trim().toLowerCase();
    if (tag === '') continue;
    const exact = LOCALES.find((entry) => entry.tag.toLowerCase() === tag);
    const [language] = tag.split('-', 1);
    const near = LOCALES.find((entry) => entry.tag.toLowerCase().split('-', 1)[0] === language);
    const found = exact ?? near;
    if (found !== undefined) return found.code;
  }
  return '';
}
