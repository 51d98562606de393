/** A style in the hues of its letters; the letters themselves say it. */
export function StyleLetters({ style }: { style: string }) {
  return (
    <span className="font-sans font-semibold text-[15px] leading-6 tracking-[0.02em]">
      {[...style].map((letter) => (
        <span key={letter} className={`disc-${letter.toLowerCase()}`}>
          {letter}
        </span>
      ))}
    </span>
  )
}
