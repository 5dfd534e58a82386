import { readFileSync } from 'node:fs'

export interface ShippedPackage {
  readonly name: string
  readonly version: string
  readonly license: string | undefined
}

interface Locked {
  readonly version: string
  readonly license?: string
  readonly dev?: true
  readonly link?: true
}

/** The packages of a `package-lock.json` that `npm ci --omit=dev` installs. */
export function shippedPackages(lockFile: string): ShippedPackage[] {
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(readFileSync(lockFile, 'utf8'))
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 13),
      version,
      license,
    }))
}
