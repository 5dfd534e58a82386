import type { Resource } from '@quatrain/contract/kit/resource.ts'
import { notFound } from '@quatrain/platform/errors.ts'

/** The number in an address; no object has the one that replaces invalid ones. */
export const idOf = (key: string): number => (/^[1-9]\d{0,8}$/.test(key) ? Number(key) : 0)

/** No object has or had this name. */
export const unknown = ({ label }: Pick<Resource, 'label'>) =>
  notFound(`${label.one[0]?.toUpperCase()}${label.one.slice(1)}`)
