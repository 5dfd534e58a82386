import { packageKey } from '../kit/kind-names.ts'
import { isLiteralSecret } from './override-rules.ts'
import { defineRule, type FindingRule, shortList } from './rule.ts'

/** The operating system in the label of a repo: `base-el9 (Rocky 9)`. */
const systemOf = (repo: string): string => / \(([^()]*)\)$/.exec(repo)?.[1] ?? repo

const isPlain = (address: string): boolean => address.startsWith('http://')

export const catalogueRules: readonly FindingRule[] = [
  defineRule({
    id: 'package/lacks-system',
    kind: 'package',
    severity: 'warning',
    title: 'Package that lacks an operating system in use',
    follows: 'Boxes with that system cannot follow to this version.',
    advice: 'Build the package for the system, and add its repo.',
    needs: ['package', 'usedPackages'],
    *find({ package: packages, usedPackages }) {
      const usedKeys = new Set(usedPackages.map(packageKey))
      const byName = Map.groupBy(packages, ({ name }) => name)
      for (const { name, version, repos } of packages) {
        if (usedKeys.has(packageKey({ name, version }))) continue
        const systems = new Set(repos.map(systemOf))
        const usedVersions = (byName.get(name) ?? []).filter((candidate) => usedKeys.has(packageKey(candidate)))
        const lacking = new Set(
          usedVersions.flatMap((version) => version.repos.map(systemOf)).filter((os) => !systems.has(os)),
        )
        if (lacking.size > 0)
          yield {
            name: packageKey({ name, version }),
            field: 'repos',
            says: `It has no repo for ${shortList(lacking)}, which versions in use have.`,
          }
      }
    },
  }),
  defineRule({
    id: 'package/split',
    kind: 'package',
    severity: 'warning',
    title: 'Tenants that need different versions from one repo',
    follows: 'A box that serves both tenants cannot install the package.',
    advice: 'Have the tenants move to the same version.',
    needs: ['splitPackages'],
    *find({ splitPackages }) {
      for (const { name, versions } of splitPackages)
        for (const version of versions)
          yield { name: packageKey({ name, version }), says: `Tenants need ${name} in ${shortList(versions)}.` }
    },
  }),
  defineRule({
    id: 'port/unused',
    kind: 'defaultport',
    severity: 'hint',
    title: 'Default port that no template uses',
    follows: 'Boxes receive it for nothing.',
    advice: 'Remove it, unless overrides of tenants use it.',
    needs: ['defaultport', 'metrictemplate'],
    *find({ defaultport, metrictemplate }) {
      const attributeNames = new Set(metrictemplate.flatMap(({ attribute }) => attribute.map(({ key }) => key)))
      for (const { name } of defaultport)
        if (!attributeNames.has(name)) yield { name, says: `No template has an attribute ${name}.` }
    },
  }),
  defineRule({
    id: 'probe/unused',
    kind: 'probe',
    severity: 'hint',
    title: 'Probe without templates',
    follows: 'No tenant can use it.',
    advice: 'Add a metric template, or delete the probe.',
    needs: ['probe', 'metrictemplate'],
    *find({ probe, metrictemplate }) {
      const probesOfTemplates = new Set(
        metrictemplate.map(({ probeversion }) => probeversion.replace(/ \([^()]*\)$/, '')),
      )
      for (const { name } of probe)
        if (!probesOfTemplates.has(name)) yield { name, says: 'No metric template uses it.' }
    },
  }),
  defineRule({
    id: 'template/undocumented',
    kind: 'metrictemplate',
    severity: 'hint',
    title: 'Template without a description or documentation',
    follows: 'Tenants cannot know what the check means, or what to do if it fails.',
    advice: 'Describe it, and give its probe the address of its documentation.',
    needs: ['metrictemplate', 'probe'],
    *find({ metrictemplate, probe }) {
      const undocumented = new Set(probe.filter(({ docurl }) => docurl.trim() === '').map(({ name }) => name))
      for (const { name, description, probeversion } of metrictemplate) {
        const owner = probeversion.replace(/ \([^()]*\)$/, '')
        if (description.trim() === '') yield { name, field: 'description', says: 'It has no description.' }
        else if (undocumented.has(owner))
          yield { name, field: 'probeversion', says: `Its probe ${owner} has no documentation.` }
      }
    },
  }),
  defineRule({
    id: 'template/secret',
    kind: 'metrictemplate',
    severity: 'error',
    title: 'Secret in a template',
    follows: 'Every tenant, and every visitor of the public pages, can read the secret.',
    advice:
      'Name an attribute that boxes take from their secrets file. Then replace the secret: the history still has it.',
    needs: ['metrictemplate'],
    *find({ metrictemplate }) {
      for (const { name, attribute, parameter } of metrictemplate)
        for (const [field, entries] of Object.entries({ attribute, parameter }))
          for (const { key, value } of entries)
            if (isLiteralSecret('', value))
              yield { name, about: key, field, says: `The value of ${key} looks like a secret.` }
    },
  }),
  defineRule({
    id: 'address/plain-http',
    kind: 'probe',
    severity: 'hint',
    title: 'Address with plain http',
    follows: 'What it answers can be changed on the way.',
    advice: 'Use https.',
    needs: ['probe'],
    *find({ probe }) {
      for (const { name, repository, docurl } of probe)
        for (const [field, address] of Object.entries({ repository, docurl }))
          if (isPlain(address)) yield { name, about: field, field, says: `${address} is not encrypted.` }
    },
    fix: (document, about) => ({ ...document, [about]: String(document[about]).replace(/^http:/, 'https:') }),
  }),
]
