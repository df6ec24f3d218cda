#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the software bill of materials (SPDX 2.3, JSON) of a release.

    tools/sbom.py ROOT VERSION COMMIT TIME

It lists the packages that the page bundles, from web/package-lock.json, and the libraries that the
program links, from meson.build with the versions that pkg-config names here.  TIME is that of the
commit, so that the same sources give the same file.
"""

import json
import os
import re
import subprocess
import sys

# The licences of the libraries, as Debian's copyright files give them.
LIBRARIES = {"jansson": "MIT", "libedit": "BSD-3-Clause", "libwebsockets": "MIT", "libuv": "MIT",
             "libsodium": "ISC", "sqlite3": "blessing", "zlib": "Zlib", "libcurl": "curl",
             "ompi-c": "BSD-3-Clause"}


def package(name, version, licence, purl=None):
    row = {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "name": name,
           "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
           "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION"}
    if purl:
        row["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                "referenceLocator": purl}]
    return row


def bundled(root):
    """The packages of the lock file that are no tools of the developers."""
    with open(os.path.join(root, "web/package-lock.json"), encoding="utf-8") as file:
        rows = json.load(file)["packages"]
    for path, row in sorted(rows.items()):
        if path and not row.get("dev") and not row.get("devOptional"):
            name = path.removeprefix("node_modules/")
            yield package(name, row["version"], row["license"],
                          f"pkg:npm/{name.replace('@', '%40')}@{row['version']}")


def linked(root):
    with open(os.path.join(root, "meson.build"), encoding="utf-8") as file:
        names = sorted(set(re.findall(r"dependency\('([^']+)'", file.read())) - {"threads"})
    for name in names:
        version = subprocess.run(["pkg-config", "--modversion", name], capture_output=True,
                                 text=True, check=False).stdout.strip() or "NOASSERTION"
        yield package(name, version, LIBRARIES[name])


def main(root, version, commit, time):
    own = package("grognard", version, "MIT")
    parts = list(bundled(root)) + list(linked(root))
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": own["SPDXID"]}]
    relations += [{"spdxElementId": own["SPDXID"], "relationshipType": "DEPENDS_ON",
                   "relatedSpdxElement": part["SPDXID"]} for part in parts]
    json.dump({"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
               "name": f"grognard-{version}",
               "documentNamespace": f"https://spdx.org/spdxdocs/grognard-{version}-{commit}",
               "creationInfo": {"created": time, "creators": ["Tool: tools/sbom.py"]},
               "packages": [own] + parts, "relationships": relations}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
