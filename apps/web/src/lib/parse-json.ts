import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'

/** The value of a text in JSON, or where and why it is not JSON. */
export type ParsedJson = { readonly value: unknown } | { readonly why: string }

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

const reasons: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word that is not JSON',
  InvalidNumberFormat: 'an invalid number',
  PropertyNameExpected: 'the name of a property in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma or a closing bracket is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'text after the end of the content',
  InvalidCommentToken: 'a comment, which JSON does not have',
  UnexpectedEndOfString: 'a closing quote is missing',
  UnexpectedEndOfNumber: 'an invalid number',
  InvalidUnicode: 'an invalid escape sequence',
  InvalidEscapeCharacter: 'an invalid escape sequence',
  InvalidCharacter: 'an invalid character in a text',
}

/** Parses a text. Unlike the messages of browsers, an error always names the line. */
export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { why: `The file is not valid JSON. ${firstError(text)}.` }
  }
}

function firstError(text: string): string {
  const errors: ParseError[] = []
  parse(text, errors, strict)
  const { error, offset } = errors[0] ?? { error: undefined, offset: text.length }
  const before = text.slice(0, offset).split('\n')
  const reason = error === undefined ? undefined : reasons[printParseErrorCode(error)]
  return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${reason ?? 'a syntax error'}`
}
