import type { catalogueHome } from '@quatrain/contract/home.ts'
import type { AnswerOf } from '@quatrain/contract/kit/endpoint.ts'
import { useConsoleContext } from '#kit/api/console-context.tsx'
import { paths } from '#lib/paths.ts'
import { CountedLinks } from './CountedLinks.tsx'
import classes from './HomePage.module.css'

type Counts = AnswerOf<typeof catalogueHome>['counts']

/** How many of everything there are; each number leads to its list. */
export function CatalogueCounts({ counts }: { readonly counts: Counts | undefined }) {
  const { user } = useConsoleContext()
  // The list of ports is part of administration.
  const ports = { says: 'Default ports', to: paths.defaultPorts.list, count: counts?.default_ports }
  return (
    <section className={classes.panel} aria-labelledby="counts" aria-busy={!counts}>
      <h2 id="counts">How many</h2>
      <CountedLinks
        links={[
          { says: 'Tenants', to: paths.tenants.list, count: counts?.tenants },
          { says: 'YUM repos', to: paths.yumRepos.list, count: counts?.yumrepos },
          { says: 'Packages', to: paths.packages.list, count: counts?.packages },
          { says: 'Probes', to: paths.probes.list, count: counts?.probes },
          { says: 'Metric tags', to: paths.metricTags.list, count: counts?.metrictags },
          { says: 'Metric templates', to: paths.metricTemplates.list, count: counts?.metrictemplates },
          ...(user?.is_superuser ? [ports] : []),
        ]}
      />
    </section>
  )
}
