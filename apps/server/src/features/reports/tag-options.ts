import { extensionPrefix } from '@quatrain/contract/reports/filter-places.ts'

/** A tag of the topology with its values, for a row of the form. */
export interface TagOption {
  /** The name of the tag, without the prefix of extensions. */
  readonly name: string
  readonly values: readonly string[]
  readonly isFlag: boolean
}

interface NamedValues {
  readonly name: string
  readonly values: readonly string[]
}

/** The options of the rows of tags and of extensions. Other technical tags are not offered. */
export function tagOptions(tags: readonly NamedValues[]): Record<'tags' | 'extensions', TagOption[]> {
  const extensions = tags.filter(({ name }) => name.startsWith(extensionPrefix))
  const otherTags = tags.filter(({ name }) => !name.startsWith('info_') && !name.startsWith('vo_'))
  return {
    extensions: extensions.map(({ name, values }) => ({
      name: name.slice(extensionPrefix.length),
      values,
      isFlag: false,
    })),
    tags: otherTags.map(({ name, values }) =>
      isFlag(values) ? { name, values: ['yes', 'no'], isFlag: true } : { name, values, isFlag: false },
    ),
  }
}

const isFlag = (values: readonly string[]): boolean =>
  values.length === 2 && values.includes('0') && values.includes('1')
