import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { noPartners, readPartners } from './partners.ts'

const folder = mkdtempSync(join(tmpdir(), 'quatrain-partners-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'partners.json')
const partner = { name: 'A', url: 'https://a.example.org/', logo: 'a.svg' }

function reading(partners: unknown) {
  writeFileSync(file, typeof partners === 'string' ? partners : JSON.stringify({ sentence: 'Funded by A.', partners }))
  return () => readPartners(file)
}

test('partners are read with their logos', () => {
  writeFileSync(join(folder, 'a.svg'), '<svg/>')
  expect(reading([partner])()).toEqual({
    sentence: 'Funded by A.',
    partners: [{ ...partner, logo: `data:image/svg+xml;base64,${btoa('<svg/>')}` }],
  })
  expect(readPartners(undefined)).toEqual(noPartners)
})

test('an error of the file is reported with its name', () => {
  expect(() => readPartners(join(folder, 'none.json'))).toThrow(/^QUATRAIN_PARTNERS_FILE: .*none\.json cannot be read$/)
  expect(reading('{')).toThrow(/^QUATRAIN_PARTNERS_FILE: .*partners\.json is invalid/)
  expect(reading([{ ...partner, url: 'javascript:alert(1)' }])).toThrow(/url/)
  expect(reading([{ ...partner, logo: 'gone.svg' }])).toThrow(/gone\.svg cannot be read/)
  expect(reading([{ ...partner, logo: 'a.exe' }])).toThrow(/formats \.svg, \.png, \.webp/)
  writeFileSync(join(folder, 'large.png'), Buffer.alloc(33 * 1024))
  expect(reading([{ ...partner, logo: 'large.png' }])).toThrow('large.png must have at most 32 kB')
})
