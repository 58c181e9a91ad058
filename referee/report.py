"""Steps of a record -> one HTML page that needs nothing else: words, sums, rules, pictures and the head."""

import base64
import html
from collections.abc import Sequence

from referee.law.ids import TITLES, guide_link
from referee.record import Record
from referee.retelling import Step

STYLE = """
body { font: 17px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 46rem; padding: 0 1rem }
body { color: #222 }
h1 { font-size: 1.5rem } article { border-left: .35rem solid #bbb; margin: 1rem 0; padding: .1rem 1rem }
.legal { border-color: #2a7 } .illegal { border-color: #c33 } .close, .unseen { border-color: #d80 }
.told { font-size: 1.08rem; margin: .3rem 0 } .small { color: #555; font-size: .88rem; margin: .2rem 0 }
.sum { font-family: ui-monospace, monospace; font-size: .9rem } img { max-width: 100%; border-radius: .3rem }
.hash { font-family: ui-monospace, monospace; overflow-wrap: anywhere } .end { font-weight: bold }
@media (prefers-color-scheme: dark) { body { background: #1b1c1e; color: #eee } .small { color: #aaa } }
"""
CLASSES = {"legal": "legal", "illegal": "illegal", "too close to call": "close", "can't see": "unseen"}
MAGIC = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg"}


def page(title: str, told: Sequence[Step], faults: Sequence[str], record: Record) -> str:
    """The whole page as text."""
    heading = told[0].said if told else title
    body = [f"<h1>{html.escape(heading)}</h1>", _summary(told)]
    body += [f"<p class='illegal'>{html.escape(fault)}</p>" for fault in faults]
    body += [_article(step, record) for step in told]
    body.append(f"<p class='small'>Head of the record: <span class='hash'>{record.head}</span></p>")
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>{html.escape(heading)}</title><style>{STYLE}</style></head><body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _summary(told: Sequence[Step]) -> str:
    ruled = [step for step in told if step.verdict]
    counts = ", ".join(
        f"{sum(step.verdict == verdict for step in ruled)} {verdict}"
        for verdict in CLASSES
        if any(step.verdict == verdict for step in ruled)
    )
    end = next((step.outcome for step in reversed(told) if step.outcome), "the match is not over")
    return f"<p>{len(ruled)} rulings: {counts or 'none'}.</p><p class='end'>{html.escape(end)}</p>"


def _article(step: Step, record: Record) -> str:
    parts = [f"<p class='told'>{step.number}. {html.escape(step.said)}</p>"]
    if step.claim:
        parts.append(f"<p class='small'>{html.escape(step.claim)} · {step.verdict}</p>")
    parts += [
        f"<p class='sum'>{html.escape(each.what)}: {html.escape(each.text())}</p>" for each in step.sums
    ]
    if step.rules:
        words = [f"<span title='{guide_link(r)}'>{r}</span> {html.escape(TITLES[r])}" for r in step.rules]
        parts.append(f"<p class='small'>{' · '.join(words)}</p>")
    if step.outcome:
        parts.append(f"<p class='end'>{html.escape(step.outcome)}</p>")
    if step.contradicts:
        parts.append("<p class='end'>Today the law rules otherwise.</p>")
    parts += [_picture(record.picture(name)) for name in step.pictures]
    return f"<article class='{CLASSES.get(step.verdict, '')}'>{''.join(parts)}</article>"


def _picture(picture: bytes | None) -> str:
    if picture is None:
        return "<p class='small'>its picture is missing</p>"
    kind = next((kind for magic, kind in MAGIC.items() if picture.startswith(magic)), None)
    if kind is None:
        return "<p class='small'>its evidence is no picture that a browser shows</p>"
    return (
        f"<img alt='the table at this ruling' src='data:{kind};base64,{base64.b64encode(picture).decode()}'>"
    )
