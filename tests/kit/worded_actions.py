"""Questions by machine: how somebody who has not seen the search's words asks for an action.

By game, a pattern of the notation, the actions that are meant by the words, and a sentence in
English, German, Spanish, French and Italian. "{0}" is what the pattern's first group says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from companion.games import CATALOGUE
from companion.referee.text import english_translator

LANGUAGES = ("en", "de", "es", "fr", "it")
Form = tuple[str, str, tuple[str, ...]]

STAR = {
    "h": ("hydrogen", "Wasserstoff", "hidrógeno", "hydrogène", "idrogeno"),
    "he": ("helium", "Helium", "helio", "hélium", "elio"),
    "o": ("oxygen", "Sauerstoff", "oxígeno", "oxygène", "ossigeno"),
    "c": ("carbon", "Kohlenstoff", "carbono", "carbone", "carbonio"),
}
CONTROL = {
    "light": ("Light", "Licht", "luz", "lumière", "luce"),
    "time": ("Time", "Zeit", "tiempo", "temps", "tempo"),
    "gravity": ("Gravity", "Gravitation", "gravedad", "gravité", "gravità"),
    "chemistry": ("Chemistry", "Chemie", "química", "chimie", "chimica"),
}
SECTOR = {each: (each.upper(),) * 5 for each in ("i", "ii", "iii", "iv")}

FORMS: dict[str, tuple[Form, ...]] = {
    "crafting": (
        (
            r"shift {me}",
            "shift {me} *",
            (
                "can I move my marble",
                "darf ich meine Murmel bewegen",
                "¿puedo mover mi canica?",
                "je peux déplacer ma bille",
                "posso spostare la mia biglia",
            ),
        ),
        (
            r"shift dark (\w+) to (\w+)",
            "shift dark {0} to {1}",
            (
                "may I move a dark marble from {0} to {1}",
                "darf ich eine dunkle Murmel von {0} nach {1} bewegen",
                "¿puedo mover una canica oscura de {0} a {1}?",
                "puis-je déplacer une bille sombre de {0} vers {1}",
                "posso spostare una biglia scura da {0} a {1}",
            ),
        ),
        (
            r"shift dark (\w+) to (\w+)",
            "shift dark * to {1}",
            (
                "can a dark marble go to {1}",
                "kann ich eine dunkle Murmel zu {1} schieben",
                "¿puedo llevar una canica oscura hacia {1}?",
                "je peux bouger une bille sombre vers {1}",
                "posso portare una biglia scura a {1}",
            ),
        ),
        (
            r"shift dark (\w+) to (\w+)",
            "shift dark {0} to *",
            (
                "am I allowed to move a dark marble away from {0}",
                "darf ich eine dunkle Murmel aus {0} ziehen",
                "¿puedo mover una canica oscura desde {0}?",
                "puis-je bouger une bille sombre depuis {0}",
                "posso togliere una biglia scura da {0}",
            ),
        ),
        (
            r"discharge (h|he|o|c)",
            "discharge {0}",
            (
                "can I discharge a crystal for a {0} star",
                "darf ich einen Kristall für {0} entladen",
                "¿puedo descargar un cristal por una estrella de {0}?",
                "je peux décharger un cristal pour un {0}",
                "posso scaricare un cristallo per una stella di {0}",
            ),
        ),
        (
            r"five (\w+)",
            "five {0}",
            (
                "may I trade 5 {0} cards for 6 points",
                "darf ich 5 {0} Karten eintauschen",
                "¿puedo cambiar 5 cartas de {0}?",
                "puis-je échanger 5 cartes {0}",
                "posso scambiare 5 carte {0} con 6 punti",
            ),
        ),
        (
            r"convert (h|he|o|c)",
            "convert {0}",
            (
                "can I turn a {0} star into a supernova",
                "darf ich einen {0} Stern in eine Supernova umwandeln",
                "¿puedo convertir un {0} en supernova?",
                "je peux transformer un {0} en supernova",
                "posso trasformare una stella di {0} in supernova",
            ),
        ),
        (
            r"stabilise",
            "stabilise*",
            (
                "may I stabilise proto life",
                "darf ich Protoleben stabilisieren",
                "¿puedo estabilizar protovida?",
                "je peux stabiliser une protovie",
                "posso stabilizzare una protovita",
            ),
        ),
        (
            r"collect",
            "collect*",
            (
                "can I collect now",
                "darf ich jetzt einsammeln",
                "¿puedo recoger ahora?",
                "je peux récolter maintenant",
                "posso raccogliere adesso",
            ),
        ),
        (
            r"complete (\d) \S+ \S+ (h|he|o|c)",
            "complete {0} * {1}",
            (
                "can I complete a size {0} nebula and discard a {1}",
                "darf ich einen Nebel der Größe {0} vollenden und {1} abwerfen",
                "¿puedo completar una nebulosa de tamaño {0} y descartar un {1}?",
                "je peux compléter une nébuleuse de taille {0} et défausser un {1}",
                "posso completare una nebulosa di taglia {0} e scartare un {1}",
            ),
        ),
        (
            r"use (nuclear-fusion|nuclear-fission) (\w+) (\w+)",
            "use {0} {1} {2}*",
            (
                "can I use {0} on a {1} for a {2}",
                "darf ich {0} einsetzen und {1} gegen {2} tauschen",
                "¿puedo usar {0} y descartar {1} por {2}?",
                "je peux utiliser {0} pour changer {1} en {2}",
                "posso usare {0} e scartare {1} per {2}",
            ),
        ),
        (
            r"end",
            "end*",
            (
                "may I end my turn",
                "darf ich meinen Zug beenden",
                "¿puedo terminar mi turno?",
                "puis-je finir mon tour",
                "posso finire il mio turno",
            ),
        ),
    ),
    "empires": (
        (
            r"build ([a-z-]+)",
            "build {0}*",
            (
                "can I build {0}",
                "darf ich {0} bauen",
                "¿puedo construir {0}?",
                "je peux construire {0}",
                "posso costruire {0}",
            ),
        ),
        (
            r"shift up",
            "shift up",
            (
                "may I shift the total up",
                "darf ich die Summe nach oben verschieben",
                "¿puedo desplazar el total hacia arriba?",
                "je peux décaler le total vers le haut",
                "posso spostare il totale in su",
            ),
        ),
        (
            r"shift down",
            "shift down",
            (
                "may I lower the total",
                "darf ich die Summe senken",
                "¿puedo bajar el total?",
                "je peux baisser le total",
                "posso abbassare il totale",
            ),
        ),
        (
            r"cycle",
            "cycle*",
            (
                "can I cycle a card",
                "darf ich eine Karte austauschen",
                "¿puedo rotar una carta?",
                "je peux recycler une carte",
                "posso riciclare una carta",
            ),
        ),
        (
            r"scout",
            "scout",
            (
                "can I use Deepspace Scouts",
                "darf ich Deepspace Scouts benutzen",
                "¿puedo usar Deepspace Scouts?",
                "je peux utiliser Deepspace Scouts",
                "posso usare Deepspace Scouts",
            ),
        ),
        (
            r"end",
            "end",
            (
                "may I end my turn",
                "darf ich meinen Zug beenden",
                "¿puedo terminar mi turno?",
                "puis-je finir mon tour",
                "posso finire il mio turno",
            ),
        ),
    ),
    "cosmogenesis": (
        (
            r"planet (ii|iii) rock-(\d)",
            "planet {0} rock-{1}",
            (
                "can I make the size {1} rock of sector {0} a planet",
                "darf ich aus Gestein Größe {1} in Sektor {0} einen Planeten machen",
                "¿puedo hacer un planeta con la roca de tamaño {1} del sector {0}?",
                "je peux faire une planète avec la roche de taille {1} du secteur {0}",
                "posso fare un pianeta con la roccia di taglia {1} del settore {0}",
            ),
        ),
        (
            r"moon (ii|iii) rock-(\d) (\d)",
            "moon {0} rock-{1} {2}",
            (
                "can I make the size {1} rock of sector {0} a moon of orbit {2}",
                "darf ich Gestein Größe {1} aus Sektor {0} als Mond an Bahn {2} setzen",
                "¿puedo poner la roca de tamaño {1} del sector {0} como luna en la órbita {2}?",
                "je peux placer la roche de taille {1} du secteur {0} comme lune en orbite {2}",
                "posso mettere la roccia di taglia {1} del settore {0} come luna nell'orbita {2}",
            ),
        ),
        (
            r"collide (ii|iii) rock-(\d) (\d)",
            "collide {0} rock-{1} {2}",
            (
                "can I collide the size {1} rock of sector {0} with planet {2}",
                "darf ich Gestein Größe {1} aus Sektor {0} mit Planet {2} kollidieren lassen",
                "¿puedo chocar la roca de tamaño {1} del sector {0} contra el planeta {2}?",
                "je peux percuter la planète {2} avec la roche de taille {1} du secteur {0}",
                "posso colpire il pianeta {2} con la roccia di taglia {1} del settore {0}",
            ),
        ),
        (
            r"discard (i|ii|iii)",
            "discard {0}",
            (
                "can I discard something of sector {0} for an asteroid",
                "darf ich etwas aus Sektor {0} für einen Asteroiden abwerfen",
                "¿puedo descartar algo del sector {0} por un asteroide?",
                "je peux défausser quelque chose du secteur {0} pour un astéroïde",
                "posso scartare qualcosa del settore {0} per un asteroide",
            ),
        ),
        (
            r"extra-moon (\d)",
            "extra-moon {0} *",
            (
                "can I turn an asteroid into a moon of orbit {0}",
                "darf ich aus einem Asteroiden einen Mond an Bahn {0} machen",
                "¿puedo convertir un asteroide en luna de la órbita {0}?",
                "je peux transformer un astéroïde en lune de l'orbite {0}",
                "posso fare di un asteroide una luna dell'orbita {0}",
            ),
        ),
        (
            r"life (\d)",
            "life {0} *",
            (
                "may I create life on planet {0}",
                "darf ich auf Planet {0} Leben erschaffen",
                "¿puedo crear vida en el planeta {0}?",
                "puis-je créer la vie sur la planète {0}",
                "posso creare la vita sul pianeta {0}",
            ),
        ),
        (
            r"extra-comet",
            "extra-comet*",
            (
                "may I make a comet of 2 asteroids",
                "darf ich aus 2 Asteroiden einen Kometen machen",
                "¿puedo hacer un cometa con 2 asteroides?",
                "je peux faire une comète avec 2 astéroïdes",
                "posso fare una cometa con 2 asteroidi",
            ),
        ),
        (
            r"expand",
            "expand*",
            (
                "can I expand my system",
                "darf ich mein System erweitern",
                "¿puedo ampliar mi sistema?",
                "je peux agrandir mon système",
                "posso espandere il mio sistema",
            ),
        ),
        (
            r"end",
            "end",
            (
                "may I end my turn",
                "darf ich meinen Zug beenden",
                "¿puedo terminar mi turno?",
                "puis-je finir mon tour",
                "posso finire il mio turno",
            ),
        ),
    ),
}


@cache
def card_title(slug: str, value: str) -> str:
    """What a card is called."""
    titles = {rule.key.partition(".")[2]: rule.title for rule in CATALOGUE[slug].rulebook.rules}
    return english_translator().say(titles[value]) if value in titles else value


def worded(slug: str, language: str, seat: int, action: str) -> Iterator[tuple[str, str]]:
    """Yields how the seat asks for an action, and the pattern of what is meant by it."""
    at = LANGUAGES.index(language)
    for pattern, means, said in FORMS[slug]:
        found = re.fullmatch(pattern.replace("{me}", str(seat)), action)
        if found:
            names = [_name(slug, word, at) for word in found.groups()]
            yield said[at].format(*names), means.format(*found.groups(), me=seat)


def _name(slug: str, word: str, at: int) -> str:
    known = {"crafting": {**STAR, **CONTROL}, "cosmogenesis": SECTOR}.get(slug, {})
    return known[word][at] if word in known else card_title(slug, word)
