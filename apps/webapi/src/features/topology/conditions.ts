import { splitUnescaped } from '@quatrain/contract/web-api/tag-filter.ts'
import { badRequest } from '#kit/refusals.ts'

/**
 * What a field or a tag of a row must be: one of `any`, if there are some, and none of `none`. In each of these `*`
 * stands for any text.
 */
export interface Condition {
  readonly on: 'field' | 'tag'
  readonly name: string
  readonly matched: readonly string[]
  readonly excluded: readonly string[]
}

/** A condition from values of which those that begin with `~` are negated. */
function conditionOn(on: Condition['on'], name: string, values: readonly string[]): Condition {
  const negated = (value: string) => value.startsWith('~')
  return {
    on,
    name,
    matched: values.filter((value) => !negated(value)),
    excluded: values.filter(negated).map((value) => value.slice(1)),
  }
}

/** Conditions on the same field or tag become one: the values are alternatives. */
export function conditionsOn(on: Condition['on'], pairs: Iterable<readonly [name: string, value: string]>) {
  const byName = Map.groupBy(pairs, ([name]) => name)
  return [...byName].map(([name, values]) =>
    conditionOn(
      on,
      name,
      values.map(([, value]) => value),
    ),
  )
}

/**
 * The conditions of `tags` parameters: `name:value` pairs between commas. The first colon ends the name; `\` in front of
 * a comma, a colon or a `\` makes it part of the text. Throws a refusal for a part without a colon.
 */
export function tagConditions(parameters: readonly string[]): Condition[] {
  return conditionsOn('tag', parameters.flatMap(splitTags))
}

function splitTags(parameter: string): (readonly [string, string])[] {
  return splitUnescaped(parameter, ',')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...values] = splitUnescaped(part, ':')
      if (values.length === 0) {
        throw badRequest(
          `tags parameter value: ${part} is not in the form name:value (write \\, for a comma in a value)`,
        )
      }
      return [unescaped(name), unescaped(values.join(':'))] as const
    })
}

const unescaped = (text: string) => text.replaceAll(/\\([,:\\])/g, '$1')
