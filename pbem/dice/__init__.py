"""Dice nobody can choose: chains of links fixed beforehand, seeds, rolls by what they are for, their log."""
