import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The family that stands for each generic name, and for whatever font a machine lacks. */
const families = { 'sans-serif': 'DejaVu Sans', 'system-ui': 'DejaVu Sans', monospace: 'DejaVu Sans Mono' }

/**
 * The environment in which a browser finds only the fonts of the npm package, whatever the machine has: texts are equally wide
 * everywhere, and wider than with most fonts.
 */
export function onlyOurFonts(): { readonly FONTCONFIG_FILE: string } {
  const require = createRequire(import.meta.url)
  const packageFile = require.resolve('dejavu-fonts-ttf/package.json')
  const home = join(dirname(packageFile), '..', '.cache', 'fonts')
  const file = join(home, 'fonts.conf')
  const text = configuration(join(dirname(packageFile), 'ttf'), join(home, 'cache'))
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeAtOnce(home, file, text)
  return { FONTCONFIG_FILE: file }
}

/** Other workers see the whole file or none. */
function writeAtOnce(home: string, file: string, text: string): void {
  mkdirSync(home, { recursive: true })
  const aside = mkdtempSync(join(home, 'writing-'))
  writeFileSync(join(aside, 'fonts.conf'), text)
  renameSync(join(aside, 'fonts.conf'), file)
  rmSync(aside, { recursive: true })
}

const configuration = (fonts: string, cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${cache}</cachedir>
${Object.entries(families).map(alias).join('\n')}
  <match target="pattern">
    <edit name="family" mode="append_last" binding="strong"><string>DejaVu Sans</string></edit>
  </match>
  <match target="pattern">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
  <selectfont>
    <rejectfont><glob>*/DejaVuSansCondensed*</glob></rejectfont>
    <rejectfont><glob>*/DejaVuSans-ExtraLight*</glob></rejectfont>
    <rejectfont><glob>*/DejaVuSerif*</glob></rejectfont>
    <rejectfont><glob>*/DejaVuMath*</glob></rejectfont>
  </selectfont>
</fontconfig>
`

const alias = ([name, family]: [string, string]) =>
  `  <alias binding="strong"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`
