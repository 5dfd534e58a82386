import { readFileSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { type Partners, partners as shape } from '@quatrain/contract/console/options.ts'
import { parsedJson } from '@quatrain/platform/parsed-json.ts'
import { SettingError } from '@quatrain/platform/settings.ts'
import { z } from 'zod'

/** The default: nobody is named in the footer of pages. */
export const noPartners: Partners = { sentence: '', partners: [] }

/** Every page loads the logos, so they have to be small. */
const largestLogo = 32 * 1024

const types: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
])

const file = shape.extend({
  partners: z.array(shape.shape.partners.element.extend({ url: z.url({ protocol: /^https?$/ }) })).max(8),
})

/**
 * Reads who develops and funds this installation from a JSON file that names the logos next to it. The response
 * contains the logos, so that browsers need no other host. Throws `SettingError`, which names the file and the error.
 */
export function readPartners(path: string | undefined): Partners {
  if (path === undefined) return noPartners
  const wrong = (problem: string) => new SettingError(`QUATRAIN_PARTNERS_FILE: ${problem}`)
  const read = (name: string) => {
    try {
      return readFileSync(name)
    } catch {
      throw wrong(`${name} cannot be read`)
    }
  }
  const logoOf = (name: string) => {
    const logo = resolve(dirname(path), name)
    const type = types.get(extname(logo).toLowerCase())
    if (!type) throw wrong(`${name} must be a logo in one of the formats ${[...types.keys()].join(', ')}`)
    const bytes = read(logo)
    if (bytes.length > largestLogo) throw wrong(`${name} must have at most ${largestLogo / 1024} kB`)
    return `data:${type};base64,${bytes.toString('base64')}`
  }
  const { data, error } = file.safeParse(parsedJson(read(path).toString('utf8')))
  if (!data) throw wrong(`${path} is invalid: ${z.prettifyError(error)}`)
  return { ...data, partners: data.partners.map((partner) => ({ ...partner, logo: logoOf(partner.logo) })) }
}
