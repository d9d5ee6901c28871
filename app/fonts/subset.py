"""Makes the fonts beside it out of Google's variable ones, as the fontsource packages 5.x bring them.

Nothing runs it: it says how they were made. python3 -m pip install fonttools brotli; python3 subset.py <folder of
@fontsource-variable>

Archivo is used as wood type alone, in capitals, at one width and weight; 'wide' holds the letters of the landing page's
poster that are set wide, and the small letters are those of its tear-off strips. Inter keeps all its characters, and of
its weights those that screens use.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

packages = Path(sys.argv[1])
here = Path(__file__).parent
archivo = packages / "archivo" / "files"
inter = packages / "inter" / "files"
poster = {"wdth": 62, "wght": 850}


def make(name, source, axes, keep=lambda letters: letters):
    font = TTFont(source)
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "calt", "tnum"]
    options.hinting = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=keep(set(font.getBestCmap())))
    subsetter.subset(font)
    font = instantiateVariableFont(font, axes)
    font.flavor = "woff2"
    font.save(here / f"{name}.woff2")


def capitals(letters):
    """Without the small letters that `text-transform: uppercase` never leaves."""
    strips = {ord(letter) for letter in "/artist/your-name"}
    return {at for at in letters if at in strips or not (len(up := chr(at).upper()) == 1 and ord(up) in letters - {at})}


def only(text):
    return lambda _: {ord(letter) for letter in text}


make("archivo-latin", archivo / "archivo-latin-wdth-normal.woff2", poster, capitals)
make("archivo-latin-ext", archivo / "archivo-latin-ext-wdth-normal.woff2", poster, capitals)
make("archivo-vietnamese", archivo / "archivo-vietnamese-wdth-normal.woff2", poster, capitals)
make("archivo-wide", archivo / "archivo-latin-wdth-normal.woff2", {"wdth": 125, "wght": 900}, only("YOUR ALINEPC"))
make("inter-latin", inter / "inter-latin-wght-normal.woff2", {"wght": (400, 800)})
