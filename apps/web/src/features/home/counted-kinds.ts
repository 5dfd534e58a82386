import { allKinds } from '#lib/kinds.ts'

/** The kinds with these names in addresses, in this order, each with the number of its objects, if that is known. */
export const countedKinds = <Name extends string>(
  names: readonly Name[],
  counts: Readonly<Record<Name, number>> | undefined,
) =>
  names.flatMap((name) =>
    allKinds
      .filter(({ resource }) => resource.path === name)
      .map(({ resource, paths: { list } }) => ({ label: resource.label.many, to: list, count: counts?.[name] })),
  )
