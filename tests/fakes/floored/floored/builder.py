"""Every codec's runner is the sorter."""

from fakes.building import all_available, building

from serbench.languages.builder import Builder

BUILDER = Builder(probe=all_available, build=building(lambda codec: ("sorter",)))
