/** A style in the hues of its letters; the letters themselves say it. */
export function StyleLetters({ style }: { style: string }) {
  return (
    <span className="style-letters">
      {[...style].map((letter) => (
        <span key={letter} className={`disc-${letter.toLowerCase()}`}>
          {letter}
        </span>
      ))}
    </span>
  )
}
