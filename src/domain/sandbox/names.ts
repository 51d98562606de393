import type { Random } from '../../scoring/random.ts'

/** An invented name, and the part of an address that goes with it. */
export function inventName(random: Random): { firstName: string; lastName: string; mailbox: string } {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] as string
  const [firstName, lastName] = [pick(firstNames), pick(lastNames)]
  return { firstName, lastName, mailbox: `${plain(firstName)}.${plain(lastName)}` }
}

function plain(name: string): string {
  const letters = name.normalize('NFD').replace(/[^A-Za-z]/g, '')
  return letters.toLowerCase()
}

const firstNames = [
  ...['Amara', 'Anselm', 'Beatriz', 'Bruno', 'Chiara', 'Dario', 'Elif', 'Emeka', 'Farah', 'Felipe'],
  ...['Greta', 'Hiro', 'Ingrid', 'Ivo', 'Jana', 'Joaquín', 'Kalina', 'Kwame', 'Leïla', 'Luca'],
  ...['Maren', 'Mateo', 'Nadia', 'Noé', 'Olga', 'Oskar', 'Priya', 'Rafael', 'Rosa', 'Samir'],
  ...['Selma', 'Sofía', 'Tariq', 'Thea', 'Tomás', 'Uma', 'Viktor', 'Wanja', 'Yara', 'Zoltán'],
] as const

const lastNames = [
  ...['Abara', 'Almeida', 'Amsel', 'Barros', 'Bianchi', 'Castro', 'Dahl', 'Demir', 'Eriksen', 'Fabre'],
  ...['Ferrari', 'Fuchs', 'Galli', 'Hansen', 'Herrera', 'Iwu', 'Janssen', 'Kaya', 'Keller', 'Kowal'],
  ...['Lemaire', 'Lindholm', 'Marques', 'Mensah', 'Mori', 'Novák', 'Okoye', 'Pereira', 'Petit', 'Quist'],
  ...['Ramos', 'Rossi', 'Sato', 'Schäfer', 'Silva', 'Tamm', 'Torres', 'Vogel', 'Weiss', 'Zhao'],
] as const
