import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { Notice } from '#ui/Notice.tsx'

/** Says that a package is there in a newer version, with the way to it. */
export const NewerNotice = ({ to }: { readonly to: string }) => (
  <Notice kind="info">
    <p>
      There is a newer version:{' '}
      <Link className="mono" to={paths.updateMetrics(to)}>
        {to}
      </Link>
    </p>
  </Notice>
)
