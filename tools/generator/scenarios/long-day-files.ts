// The files of the long day.
const DIRECTIONS = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ')
const NAMES =
  'calm,light air,light breeze,gentle breeze,moderate breeze,fresh breeze,strong breeze,near gale,gale,strong gale,storm,violent storm,hurricane force'.split(
    ',',
  )
const LIMITS = [0.3, 1.6, 3.4, 5.5, 8, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7]

export const BEAUFORT = `export const BEAUFORT = [
${NAMES.map((name, force) => `  { force: ${force}, name: '${name}', below: ${LIMITS[force] ?? 'Infinity'} },`).join('\n')}
] as const

export const forceOf = (speed: number): number =>
  BEAUFORT.find(step => speed < step.below)?.force ?? 12
`

export const ROSE = `const DIRECTIONS = '${DIRECTIONS.join(' ')}'.split(' ')

export interface Row {
  readonly time: string
  readonly degrees: number
  readonly speed: number
  readonly gust: number
}

export const directionOf = (degrees: number): string =>
  DIRECTIONS[Math.floor(degrees / 22.5 + 0.5) % 16] ?? 'N'

export function windRose(log: readonly Row[]): ReadonlyMap<string, number> {
  const counts = new Map(DIRECTIONS.map(name => [name, 0]))
  for (const row of log) {
    const name = directionOf(row.degrees)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
`

export const PICTURE = `const wedge = (index: number, share: number): string => {
  const radius = 45 * Math.sqrt(share)
  const from = ((index - 0.5) * Math.PI) / 8
  const to = ((index + 0.5) * Math.PI) / 8
  const x = (angle: number) => (50 + radius * Math.sin(angle)).toFixed(2)
  const y = (angle: number) => (50 - radius * Math.cos(angle)).toFixed(2)
  return '<path d="M50 50 L' + x(from) + ' ' + y(from) + ' L' + x(to) + ' ' + y(to) + ' Z"/>'
}

const label = (name: string, index: number): string => {
  const angle = (index * Math.PI) / 8
  return '<text font-size="3" x="' + (50 + 48 * Math.sin(angle)) + '" y="' + (50 - 48 * Math.cos(angle)) + '">' + name + '</text>'
}
`

export const HELP = `# How to read a wind rose

Each wedge points to where the wind **came from**: a wedge to the west means wind from the west.
The larger the wedge, the more often the wind came from there. The number below the rose says how
much of the time was calm; calm hours have no direction and no wedge.

Example: on 20 June the largest wedge pointed west-south-west, and 11 % of the day was calm.
`

/** A log of one reading in ten minutes: a sea breeze that comes up and dies down. */
export function windLog(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const time = `${String(Math.floor(index / 6) % 24).padStart(2, '0')}:${index % 6}0`
    const degrees = Math.round(245 + 30 * Math.sin(index / 9)) % 360
    const speed = Math.max(0, 7 + 6 * Math.sin(index / 20 - 1))
    return `${time},${degrees},${speed.toFixed(1)},${(speed * 1.5 + (index % 5)).toFixed(1)}`
  })
  return `time,degrees,speed,gust\n${lines.join('\n')}\n`
}
