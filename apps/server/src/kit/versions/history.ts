import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { invalidInput, notFound } from '@quatrain/platform/errors.ts'

/** The number in an address; no object has the one that replaces invalid ones. */
export const idOf = (key: string): number => (/^[1-9]\d{0,8}$/.test(key) ? Number(key) : 0)

/** The error for a number in `restored_from` without a version. */
export const noSuchVersion = () => invalidInput({ restored_from: 'Must be the number of a version of this object' })

/** No object has or had this name. */
export const unknown = ({ label }: Pick<Resource, 'label'>) =>
  notFound(`${label.one[0]?.toUpperCase()}${label.one.slice(1)}`)
