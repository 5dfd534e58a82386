import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#app/paths.ts'
import { counted } from '#lib/words.ts'
import classes from './metric-tags.module.css'
import { usageOf } from './metric-tags.queries.ts'

/** How many metrics of which tenants come from templates with a tag: a change of it reaches them. */
export function TagUsage({ name }: { readonly name: string }) {
  const { data, error } = useQuery(usageOf(name))
  return (
    <section aria-busy={!data && !error}>
      <div className={classes.head}>
        <h2>Used by</h2>
      </div>
      {error && <p>What depends on the tag could not be loaded: {error.message}</p>}
      {data?.tenants.length === 0 && <p>No tenant has a metric of a template with this tag.</p>}
      <ul className={classes.usage}>
        {data?.tenants.map(({ tenant, metrics }) => (
          <li key={tenant}>
            <Link to={paths.tenants.details(tenant)}>{tenant}</Link>: {counted(metrics, 'metric')}
          </li>
        ))}
      </ul>
    </section>
  )
}
