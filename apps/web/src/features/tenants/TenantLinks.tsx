import { Fragment } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'

/** Names of tenants, each the way to its details. */
export const TenantLinks = ({ names }: { readonly names: readonly string[] }) =>
  names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      <Link to={paths.tenants.details(name)}>{name}</Link>
    </Fragment>
  ))
