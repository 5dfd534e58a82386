import type { CommandPart, OpenEnd, Origin } from '@quatrain/contract/resources/effective-check.ts'

/** A value and its source. */
export interface Valued {
  readonly value: string
  readonly origin: Origin
}

export const template: Origin = { kind: 'template', name: '' }
export const tenant: Origin = { kind: 'tenant', name: '' }
export const box: Origin = { kind: 'box', name: '' }
export const override = (name: string): Origin => ({ kind: 'override', name })

/** A label of the host with a default, which boxes use if the label is empty. The last of the values is used. */
export const withDefault = (defaults: readonly Valued[], label: readonly Valued[]): readonly Valued[] =>
  label.at(-1)?.value === '' && defaults.length > 0 ? [...label, ...defaults] : [...defaults, ...label]

/** A part of the command. The last of its values is used; the others are replaced by it. */
export function part(
  kind: CommandPart['kind'],
  name: string,
  option: string,
  values: readonly Valued[],
  openEnds: readonly OpenEnd[] = [],
): CommandPart {
  const [{ value, origin } = { value: '', origin: box }, ...replaced] = values.toReversed()
  return { kind, name, option, value, origin, openEnds: [...openEndsOf(value, origin), ...openEnds], replaced }
}

/** `$USER1$`, `$HOSTALIAS$`, `$TOKEN`: what the box puts there is not known here. */
const hasVariable = /\$\w+/

function openEndsOf(value: string, origin: Origin): OpenEnd[] {
  if (origin.kind === 'box') return ['box']
  return hasVariable.test(value) ? ['variable'] : []
}
