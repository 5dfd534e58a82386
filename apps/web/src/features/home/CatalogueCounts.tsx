import { catalogueHome } from '@quatrain/contract/console/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { paths } from '#lib/paths.ts'
import { capitalized } from '#lib/words.ts'
import panel from '#ui/panel.module.css'
import { CountedLinks } from './CountedLinks.tsx'
import { countedKinds } from './counted-kinds.ts'

type Counts = AnswerOf<typeof catalogueHome>['counts']

const { options: names } = catalogueHome.answer.shape.counts.keyof()

/** The number of objects of each kind in the catalogue; each number links to its list. */
export function CatalogueCounts({ counts }: { readonly counts: Counts }) {
  const { user } = useConsoleContext()
  // The list of ports is part of administration.
  const hidden = user?.is_superuser ? undefined : paths.defaultPorts.list
  const links = countedKinds(names, counts).map(({ label, ...link }) => ({ says: capitalized(label), ...link }))
  return (
    <section className={panel.panel} aria-labelledby="counts">
      <h2 id="counts">How many</h2>
      <CountedLinks links={links.filter(({ to }) => to !== hidden)} />
    </section>
  )
}
